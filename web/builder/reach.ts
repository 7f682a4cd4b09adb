/** Leads to the control of a path, which is elsewhere on the page or not drawn yet. */
export type Reach = {
  go: (path: string) => void
  /** Names who leads there; null once nobody does. */
  by: (lead: ((path: string) => void) | null) => void
}

export function createReach(): Reach {
  let leads: ((path: string) => void) | null = null
  return {
    go: (path) => leads?.(path),
    by(lead) {
      leads = lead
    },
  }
}
