// Finds or installs the Chromium that browser tests drive.
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { aptInstall } from './apt.mjs'

// Without windows to draw, a page costs a third of the work.
const LIGHT = 'chromium-headless-shell'
const NAMES = [LIGHT, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']

const executable = (path) => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The executable named by TOCSIN_CHROMIUM, else a Chromium on PATH, the light one first, else undefined. */
export const findBrowser = (environment = process.env) => {
  const named = environment.TOCSIN_CHROMIUM
  if (named) return executable(named) ? named : undefined
  const folders = (environment.PATH ?? '').split(delimiter).filter(Boolean)
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(executable)
}

export const installBrowser = () => aptInstall(LIGHT) || aptInstall('chromium')

/** Fetches the light one in CI even beside another; if that fails, the other does. */
export const preferLightBrowser = (environment = process.env) => {
  if (!environment.CI || environment.TOCSIN_CHROMIUM || findBrowser(environment)?.endsWith(LIGHT)) return
  aptInstall(LIGHT)
}
