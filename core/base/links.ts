/** The links of the sign-in besides the console's own pages (LOGIN-05): the addresses are the provider's. */
export const LINKS = ['distributors', 'android', 'ios', 'help', 'country', 'about'] as const
export type Link = (typeof LINKS)[number]
export type Links = Partial<Record<Link, string>>

/** The separator of two links: blanks, or a comma before the next name. An address may have commas of its own. */
const BETWEEN = new RegExp(`\\s+|\\s*,\\s*(?=(?:${LINKS.join('|')})=)|,\\s*$`)

/**
 * Reads `help=https://… about=https://…` as a setting spells it, with blanks or commas between. Only web addresses are
 * taken, so that none runs a script; throws RangeError with the entry that is not one.
 */
export function readLinks(text: string): Links {
  const links: Links = {}
  for (const entry of text.split(BETWEEN).filter(Boolean)) {
    const [name = '', ...rest] = entry.split('=')
    const link = LINKS.find((one) => one === name)
    const address = rest.join('=')
    // Another name behind a comma or a semicolon was meant to be a link of its own.
    if (/[,;]\w+=https?:/i.test(address)) throw new RangeError(entry)
    if (!link || !/^https?:\/\//i.test(address) || !URL.canParse(address)) throw new RangeError(entry)
    links[link] = address
  }
  return links
}
