export { SAVE } from './template-commands'
export { TemplateDialog } from './template-dialog'
