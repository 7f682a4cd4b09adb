// Finds or installs the Chromium that browser tests drive.
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { aptInstall } from './apt.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']

const executable = (path) => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The executable named by TOCSIN_CHROMIUM, else the first Chromium on PATH, else undefined. */
export const findBrowser = (environment = process.env) => {
  const named = environment.TOCSIN_CHROMIUM
  if (named) return executable(named) ? named : undefined
  const folders = (environment.PATH ?? '').split(delimiter).filter(Boolean)
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find(executable)
}

export const installBrowser = () => aptInstall('chromium')
