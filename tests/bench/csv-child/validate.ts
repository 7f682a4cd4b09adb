// The process that the benchmark measures. It only decodes the named file (`floor`), or validates it as an import does
// before it calls the server.
import { createReadStream, statSync } from 'node:fs'
import { openSheet } from '@tocsin/core/csv/sheet'
import { tally } from '@tocsin/core/import/problems'
import { validatedRows } from '@tocsin/core/import/validate'
import { siteImport } from '@tocsin/core/resources/sites/csv'

const [mode, path = '', encoding = 'utf-8'] = process.argv.slice(2)
let read = 0
let rejected = 0

if (mode === 'floor') {
  const decoder = new TextDecoder(encoding)
  for await (const bytes of createReadStream(path)) read += decoder.decode(bytes as Buffer, { stream: true }).length
  read += decoder.decode().length
} else {
  const source = {
    name: path,
    size: statSync(path).size,
    open: () => createReadStream(path, { highWaterMark: 262_144 }),
  }
  const warnings = tally()
  for await (const { rows } of validatedRows(await openSheet(source, siteImport.spec), siteImport, warnings.add)) {
    read += rows.length
    for (const { problems } of rows) if (problems.length > 0) rejected++
  }
}

const { user, system } = process.cpuUsage()
console.log(JSON.stringify({ read, rejected, cpu: (user + system) / 1e6, rss: process.resourceUsage().maxRSS / 1_024 }))
