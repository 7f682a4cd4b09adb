import { useState } from 'react'

/** Returns the same array for as long as its entries are the same. */
export function useSame<Entry>(list: readonly Entry[]): readonly Entry[] {
  const [kept, keep] = useState(list)
  const isSame = kept.length === list.length && kept.every((one, at) => one === list[at])
  if (isSame) return kept
  keep(list)
  return list
}
