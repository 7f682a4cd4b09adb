// The embedded PostgreSQL, in a thread of its own so that a long query never stops the server's event loop. It is plain
// JavaScript, because Node 20 loads no TypeScript in a worker: the same file runs from the sources and from the bundle.
//
// Messages in: bytes of the PostgreSQL wire protocol (whole queries, up to Sync), 'dump' or 'close' (it exits).
// Messages out: { ready } | { bytes } | { dump } | { failed: 'PANIC' | 'DISK_FULL' }.
import { mkdirSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** @type {{ folder?: string, seed?: Uint8Array }} */
const { folder, seed } = workerData

/** The engine's error number for a full disk (WASI). */
const ENOSPC = 51

/** The permissions of other users. */
const OTHERS = 0o077

/**
 * The engine's files on a disk. The engine creates every file with the mode 0666, whatever the umask. Here other users
 * have no access.
 */
class PrivateFiles extends NodeFS {
  /** @type {NodeFS['init']} */
  async init(engine, options) {
    const { emscriptenOpts } = await super.init(engine, options)
    /** @param {{ FS: { chmod: (path: unknown, mode: number, ...rest: unknown[]) => void } }} module */
    const keepPrivate = ({ FS }) => {
      const chmod = FS.chmod
      FS.chmod = (path, mode, ...rest) => chmod(path, mode & ~OTHERS, ...rest)
    }
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), keepPrivate] } }
  }
}

if (folder) mkdirSync(folder, { recursive: true, mode: 0o700 })

let diskFull = false

/**
 * Reads a line that the engine would write to its log. After a panic the engine loops and answers nothing, so that this
 * line is the only sign of it.
 *
 * @param {string} text
 */
function watchForFailure(text) {
  if (text.includes('No space left on device')) diskFull = true
  if (text.includes('PANIC:')) fail()
  return false
}

function fail() {
  parentPort.postMessage({ failed: diskFull ? 'DISK_FULL' : 'PANIC' }, [])
}

const database = await PGlite.create({
  ...(folder && { fs: new PrivateFiles(folder) }),
  ...(seed && { loadDataDir: new Blob([seed]) }),
  extensions: { pg_trgm },
  // 16 MB keeps the process near 200 MB at the same speed; the rest makes it speak like a default PostgreSQL in UTC.
  postgresqlconf: ['shared_buffers=16MB', "timezone='UTC'", "datestyle='iso, mdy'"],
  onStdout: watchForFailure,
  onStderr: watchForFailure,
}).catch((error) => {
  if (Object(error).errno === ENOSPC) diskFull = true
  fail()
  // The cause is only in the message. The receiver of the message ends this thread.
  return new Promise(() => {})
})

let answer = new Uint8Array(64 * 1024)
let length = 0

/** Copies a part of an answer. It is a view of the engine's own memory, which the next call overwrites. */
function collect(bytes) {
  if (length + bytes.length > answer.length) {
    const larger = new Uint8Array(Math.max(answer.length * 2, length + bytes.length))
    larger.set(answer.subarray(0, length))
    answer = larger
  }
  answer.set(bytes, length)
  length += bytes.length
}

// A rejection ends the worker, which its opener notices.
parentPort.on('message', (message) => void answerTo(message))

async function answerTo(message) {
  if (message === 'dump') {
    const dump = await database.dumpDataDir('gzip')
    const bytes = new Uint8Array(await dump.arrayBuffer())
    parentPort.postMessage({ dump: bytes }, [bytes.buffer])
  } else if (message === 'close') {
    await database.close()
    process.exit()
  } else {
    length = 0
    await database.execProtocolRawStream(message, { syncToFs: false, onRawData: collect })
    const bytes = answer.slice(0, length)
    parentPort.postMessage({ bytes }, [bytes.buffer])
  }
}

parentPort.postMessage({ ready: true }, [])
