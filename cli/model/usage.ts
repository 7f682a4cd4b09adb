import type { CommandModel } from './tree'
import { argumentWord } from '../localized-command'

/** Returns a command as it is typed, without the flags that it can do without: `sites set-app <site>... --app <app>`. */
export function usageOf({ path, arguments: taken, flags }: CommandModel): string {
  const takesIdsFrom = flags.some(({ name }) => name === '--ids-from')
  return [
    path,
    ...taken.map(({ name, repeats, required }) =>
      argumentWord({ name: () => name, variadic: repeats }, required || takesIdsFrom),
    ),
    ...flags.filter(({ required }) => required).map(({ name, value }) => `${name} <${value}>`),
  ].join(' ')
}
