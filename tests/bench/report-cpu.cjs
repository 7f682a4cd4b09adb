// Preloaded into a measured process: tells its own CPU time (µs) and greatest memory (kB) when it ends, since Node does not
// tell a parent a child's. Node's own maxRSS begins with what the parent held when it forked.
const { readFileSync, writeFileSync } = require('node:fs')

process.on('exit', () => {
  const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))
  writeFileSync(process.env.TOCSIN_CPU_FILE, JSON.stringify({ ...process.cpuUsage(), peak: Number(peak?.[1]) }))
})
