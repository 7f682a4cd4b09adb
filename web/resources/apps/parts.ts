// What the page of a project shows of an app.
export { AppForm } from './app-form'
