import { RESOURCE_NAMES } from '@tocsin/core/resources/index'
import { objectSchema } from '@tocsin/core/vocabulary/json-schema'
import { usageError } from '../command-error'
import type { Context } from '../context'
import { ownLayout } from '../layout'
import type { LocalizedCommand } from '../localized-command'
import { commandWords as words } from '../messages/commands'
import { schemaRows } from '../model/schema-rows'
import { jsonText, rowWriter } from '../output'
import { adviceOn, resourceNamed } from '../program'

const KEYS = ['field', 'type', 'required', 'writable', 'choices', 'rules', 'about'] as const

/** `tocsin schema <resource>`: a row for each field, and as JSON the JSON Schema that the API has for the record. */
export function addSchema(context: Context, root: LocalizedCommand): void {
  context.addWords('modelWords', words)
  const { t, io, settings, format } = context
  const command = root
    .child('schema', t('cli.commands.schema'), ['tocsin schema projects', 'tocsin schema public-codes -o json'])
    .prints('figures')
    .argument(`<${t('cli.help.resource')}>`, t('cli.modelWords.resource'))
    .handler(async ([noun = '']) => {
      const name = resourceNamed(noun)
      if (!name)
        throw usageError(
          'cli.usage.unknownResource',
          { resource: noun },
          adviceOn(noun, RESOURCE_NAMES, 'tocsin schema'),
        )
      const resource = (await context.findResource(name))!
      const layout = ownLayout(context, KEYS, (path) => t(`cli.modelWords.columns.${path}`))
      if (format === 'json' && settings.fields === undefined) {
        const schema = { $schema: 'https://json-schema.org/draft/2020-12/schema', title: name }
        return io.stdout.write(`${jsonText({ ...schema, ...objectSchema(resource.fields) }, 2)}\n`)
      }
      const writer = await rowWriter(layout, io.stdout)
      await writer.page(schemaRows(context, resource))
      await writer.end()
    })
  command.choices[`<${t('cli.help.resource')}>`] = RESOURCE_NAMES
}
