import { words } from './words'

/** The words of `features`. */
export const features = words(
  { columns: { name: 'Feature', defaultValue: 'On' } },
  { columns: { name: 'Recurso', defaultValue: 'Ligado' } },
)
