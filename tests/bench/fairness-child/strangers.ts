// Three hundred connections from one network that ask for a public document again as soon as they are answered, until
// told to stop: then it prints the number of answers by status.
import { Agent, request } from 'node:http'

const CONNECTIONS = 300
const [origin = ''] = process.argv.slice(2)
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
const statuses: Record<number, number> = {}
let stopped = false

function ask(): void {
  if (stopped) return
  const outgoing = request(
    `${origin}/api/documents/info?name=ajuda`,
    { agent, localAddress: '127.0.2.1' },
    (answer) => {
      statuses[answer.statusCode ?? 0] = (statuses[answer.statusCode ?? 0] ?? 0) + 1
      answer.resume().on('end', ask)
    },
  )
  outgoing.on('error', ask)
  outgoing.end()
}

for (let n = 0; n < CONNECTIONS; n++) ask()
process.on('message', () => {
  stopped = true
  process.send?.(statuses)
})
process.on('disconnect', () => process.exit())
