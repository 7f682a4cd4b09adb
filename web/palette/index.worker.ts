import { createRecordEngine, type FromWorker, type ToWorker } from './record-engine'
import { keepRecords, readRecords } from './record-cache'

// A message to oneself comes behind those that wait already, so that queries are answered between the steps.
const channel = new MessageChannel()
const waiting: (() => void)[] = []
channel.port1.addEventListener('message', () => waiting.shift()?.())
channel.port1.start()
const rest = () =>
  new Promise<void>((resolve) => {
    waiting.push(resolve)
    channel.port2.postMessage(null)
  })

const handle = createRecordEngine(
  { read: readRecords, keep: keepRecords },
  (message: FromWorker) => postMessage(message),
  rest,
)

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => void handle(data))
