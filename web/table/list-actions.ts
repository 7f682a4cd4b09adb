// What can be done in a list, which is fetched after the first rows (use-list-actions.ts).
import './point-at-rows'
export { flip } from '../commands/flip'
export { runAction } from '../commands/run-action'
export { clientSheetCommands, listExportCommand, sheetCommands } from '../sheets/sheet-commands'
export { FilterChips } from './filter-chips'
export { FilterPanel } from './filter-panel'
export { SelectionActions } from './selection-actions'
export { tableCommands, unsaved } from './table-commands'
