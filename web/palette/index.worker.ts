import { putAnswer } from './answer-box'
import { createRecordEngine, type FromWorker, type ToWorker } from './record-engine'
import { keepRecords, readRecords } from './record-cache'

// A message that the worker sends to itself queues behind those already waiting. So queries are answered between the
// steps of building the index.
const channel = new MessageChannel()
const waiting: (() => void)[] = []
channel.port1.addEventListener('message', () => waiting.shift()?.())
channel.port1.start()
const rest = () =>
  new Promise<void>((resolve) => {
    waiting.push(resolve)
    channel.port2.postMessage(null)
  })

let box: SharedArrayBuffer | null = null

function tell(message: FromWorker): void {
  if (message.kind === 'found' && box && putAnswer(box, message.number, message.records))
    postMessage({ kind: 'boxed', number: message.number } satisfies FromWorker)
  else postMessage(message)
}

const handle = createRecordEngine({ read: readRecords, keep: keepRecords }, tell, rest)

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === 'open') box = data.box ?? null
  void handle(data)
})
