import { Outline } from './outline'

/** The dots of the handle by which a row is dragged. */
export const Grip = ({ look }: { look?: string }) => (
  <Outline path="M9 5h.01M9 12h.01M9 19h.01M15 5h.01M15 12h.01M15 19h.01" {...(look ? { look } : {})} />
)
