import { allResources } from '@tocsin/core/resources/index'
import type { Face } from '@tocsin/core/vocabulary/resource'

/**
 * Loads the faces of all declarations. The build puts the faces in the place of this module (faces-first.ts). Without it
 * a declaration is loaded as a whole.
 */
export const loadFaces = (): Promise<readonly Face[]> => allResources()
