import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { open, readFile, rm } from 'node:fs/promises'
import { createConnection, createServer } from 'node:net'
import { DatabaseError } from './database-error'
import { PRIVATE_FILE } from './private-folder'

/** The time that a holder has to send its pid, in ms. A stopped process holds the lock and sends nothing. */
const ANSWER_PATIENCE = 500

/**
 * Locks the folder for this process and returns the function that releases it. Two processes on one embedded database
 * destroy it silently, so the second is refused at once: DatabaseError IN_USE with the holder's pid. On Linux the lock
 * is an abstract socket. The kernel removes it with the process, and it answers a connection with the pid.
 */
export function lockDirectory(realPath: string): Promise<() => Promise<void>> {
  return process.platform === 'linux' ? lockBySocket(realPath) : lockByFile(realPath)
}

async function lockBySocket(realPath: string): Promise<() => Promise<void>> {
  const name = `\0tocsin-${createHash('sha256').update(realPath).digest('hex').slice(0, 32)}`
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.end(String(process.pid))
  })
  server.listen(name)
  try {
    await once(server, 'listening')
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'EADDRINUSE' ? inUse(await askHolder(name)) : error
  }
  server.unref()
  return () => new Promise((done) => server.close(() => done()))
}

function askHolder(name: string): Promise<number> {
  return new Promise((resolve) => {
    let text = ''
    const socket = createConnection(name)
    socket.setTimeout(ANSWER_PATIENCE, () => socket.destroy())
    socket.on('data', (bytes) => (text += bytes.toString()))
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(Number(text)))
  })
}

/**
 * Locks the folder on other systems, by a file that only one process can create. It is stale once its process has
 * ended.
 */
async function lockByFile(realPath: string): Promise<() => Promise<void>> {
  const path = `${realPath}.pid`
  try {
    const file = await open(path, 'wx', PRIVATE_FILE)
    await file.writeFile(String(process.pid))
    await file.close()
    return () => rm(path, { force: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    const holder = Number(await readFile(path, 'utf8'))
    if (holder === process.pid || isAlive(holder)) throw inUse(holder)
    await rm(path, { force: true })
    return lockByFile(realPath)
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

const inUse = (holder: number) => new DatabaseError('IN_USE', holder > 0 ? { holder } : {})
