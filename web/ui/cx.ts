const joined = new Map<string, string>()

/** The conditions of a class and its property: `_narrow:w` of `_narrow:w_touch`, `[&_svg]:w` of `[&_svg]:w_3`. */
const PROPERTY = /^((?:\[[^\]]*\]:|[^:_[\]]*:|_[^:[\]]*:)*[a-z][a-zA-Z-]*)_/

/**
 * Joins class names. Of two classes for the same property the last one holds. With both of them the order of the style
 * sheet would decide, which depends on the files of the build.
 */
export function cx(...classes: readonly (string | false | null | undefined)[]): string {
  const all = classes.filter(Boolean).join(' ')
  const known = joined.get(all)
  if (known !== undefined) return known
  const byProperty = new Map<string, string>()
  for (const name of all.split(' ')) byProperty.set(PROPERTY.exec(name)?.[1] ?? name, name)
  const made = [...byProperty.values()].join(' ')
  joined.set(all, made)
  return made
}
