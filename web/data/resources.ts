import { isResourceName, loadDeclaration, RESOURCE_NAMES, type ResourceName } from '@tocsin/core/resources/index'
import type { Face, Resource } from '@tocsin/core/vocabulary/resource'
import { addToRest } from '../rest'
import { vocabulary } from '../words'
import { loadFaces } from './faces'

/** The faces by name. A face becomes the whole declaration in place, so that whatever holds the face has the whole. */
const faces = new Map<string, Face>()
const complete = new Set<string>()

/** Loads the face of every resource that has screens: the console names them from its first screen on. */
export async function loadEveryFace(): Promise<void> {
  if (faces.size > 0) return
  for (const face of await loadFaces()) {
    faces.set(face.name, face)
    vocabulary.add(['resources', face.name], face.messages)
  }
}

/** Loads the whole declaration of a resource, with all of its words. */
export async function loadResource(name: string): Promise<Resource> {
  if (complete.has(name) || !isResourceName(name)) return faceOf(name) as Resource
  const whole = await loadDeclaration(name)
  vocabulary.add(['resources', name], whole.messages)
  complete.add(name)
  const all = Object.assign(faces.get(name) ?? {}, whole)
  faces.set(name, all)
  return all
}

/** Loads every declaration as a whole. */
export async function loadResources(): Promise<void> {
  await loadEveryFace()
  await Promise.all(RESOURCE_NAMES.map(loadResource))
}

addToRest(loadResources)

/** Returns the face of a declaration, which is loaded before the first screen. */
export function faceOf(name: string): Face {
  const face = faces.get(name)
  if (!face) throw new Error(`${name} is not loaded`)
  return face
}

export const findFace = (name: string): Face | undefined => faces.get(name)
export const everyFace = (): Face[] => [...faces.values()]

/** Returns the whole declaration of a face. All are loaded before any screen except the first list, which has its own. */
export function wholeOf(face: Face): Resource {
  if (!complete.has(face.name)) throw new Error(`${face.name} is not loaded as a whole`)
  return face as Resource
}

/** Returns a whole declaration. */
export const resourceOf = (name: ResourceName): Resource => wholeOf(faceOf(name))

export const findResource = (name: string): Resource | undefined =>
  complete.has(name) ? (faces.get(name) as Resource) : undefined
export const everyResource = (): Resource[] => everyFace().filter(({ name }) => complete.has(name)) as Resource[]
