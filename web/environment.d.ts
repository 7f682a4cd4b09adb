/** The version in the root package.json. Builds and tests replace this name by the version. */
declare const __TOCSIN_VERSION__: string
declare module '*.css'
/** `?worker&url` imports the address of a built worker, `?url` that of a file that is served as it is. */
declare module '*?worker&url' {
  const url: string
  export default url
}
declare module '*?url' {
  const url: string
  export default url
}
