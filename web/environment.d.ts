/** The version in the root package.json; every build and test puts it in place of this name. */
declare const __TOCSIN_VERSION__: string
declare module '*.css'
