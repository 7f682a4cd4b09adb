// The versions of an app, which the page of the app shows.
export { AppVersions } from './app-versions'
