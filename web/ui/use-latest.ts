import { useLayoutEffect, useState } from 'react'

/** What reads the value that was drawn last: for functions that stay the same while what they do changes. */
export function useLatest<Value>(value: Value): () => Value {
  const [box] = useState(() => holding(value))
  useLayoutEffect(() => box.set(value))
  return box.get
}

function holding<Value>(first: Value): { get: () => Value; set: (value: Value) => void } {
  let now = first
  return {
    get: () => now,
    set(value) {
      now = value
    },
  }
}
