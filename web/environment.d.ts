/** The version in the root package.json; every build and test replaces this name by it. */
declare const __TOCSIN_VERSION__: string
declare module '*.css'
/** The address of a built worker, and of a file that is served as it is. */
declare module '*?worker&url' {
  const url: string
  export default url
}
declare module '*?url' {
  const url: string
  export default url
}
