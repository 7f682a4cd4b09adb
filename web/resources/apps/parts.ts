// What other resources show of an app.
export { AppForm } from './app-form'
export { editorHref } from './channel-href'
export { useChannels } from './use-channels'
