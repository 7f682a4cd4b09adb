// `npm run bench [-- name …]`: runs every benchmark of this folder, or those named, and writes RESULTS.md beside itself.
// A benchmark is a file whose default export measures: `export default async (): Promise<Measure[]> => …`.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { replaceSections, table, type Measure } from './results'

const OURS = new Set(['run.ts', 'results.ts'])
const results = new URL('RESULTS.md', import.meta.url)

const names = readdirSync(new URL('.', import.meta.url))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !OURS.has(file))
  .map((file) => file.slice(0, -'.ts'.length))
const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !names.includes(name))

if (unknown.length) {
  console.error(`no benchmark is called ${unknown.join(', ')}; there are: ${names.join(', ')}`)
  process.exitCode = 2
} else {
  for (const name of asked.length ? asked : names) {
    console.log(`\n${name}`)
    const { default: measure } = (await import(`./${name}.ts`)) as { default: unknown }
    // A file that several benchmarks share measures nothing itself.
    if (typeof measure !== 'function') continue
    const measures = await (measure as () => Promise<Measure[]>)()
    console.log(table(measures))
    const machine = `${process.platform} ${process.arch}, ${availableParallelism()} cores, Node ${process.versions.node}, ${new Date().toISOString().slice(0, 10)}. Ratios travel between machines, times do not.`
    const file = existsSync(results) ? readFileSync(results, 'utf8') : ''
    writeFileSync(results, replaceSections(file, { [name]: `${machine}\n\n${table(measures)}` }))
    if (measures.some(({ met }) => !met)) process.exitCode = 1
  }
}
