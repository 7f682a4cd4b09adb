// Preloaded into a measured process: tells its own CPU time (µs) and greatest memory (kB) when it ends, since Node does not
// tell a parent a child's. Node's own maxRSS begins with what the parent held when it forked. With --expose-gc also the most
// that it held of its heap after a collection (bytes): that does not depend on when the collector finds time.
const { readFileSync, writeFileSync } = require('node:fs')

let held = 0
if (globalThis.gc)
  setInterval(() => {
    globalThis.gc()
    held = Math.max(held, process.memoryUsage().heapUsed)
  }, 250).unref()

process.on('exit', () => {
  const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))
  writeFileSync(process.env.TOCSIN_CPU_FILE, JSON.stringify({ ...process.cpuUsage(), peak: Number(peak?.[1]), held }))
})
