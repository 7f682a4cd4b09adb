import { useLayoutEffect, useState } from 'react'

/** Returns a function that returns the value of the last render, for callbacks that stay the same as it changes. */
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
