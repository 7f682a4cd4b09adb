import { join } from 'node:path'
import type { Io } from './io'

/** Returns the config folder: TOCSIN_CONFIG_DIR, or else `tocsin` in the XDG config folder. */
export function configFolder({ env, home }: Pick<Io, 'env' | 'home'>): string {
  return env['TOCSIN_CONFIG_DIR'] || join(env['XDG_CONFIG_HOME'] || join(home, '.config'), 'tocsin')
}
