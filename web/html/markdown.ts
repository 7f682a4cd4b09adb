import { inputRules, textblockTypeInputRule, wrappingInputRule } from 'prosemirror-inputrules'
import { schema } from './schema'

const { heading, blockquote, bullet_list, ordered_list } = schema.nodes

/**
 * Begins at the start of a line what Markdown begins there: `- ` and `* ` a list, `1. ` a numbered one, `# ` to `### ` a
 * heading, `> ` a quotation. Backspace right after it brings the typed characters back.
 */
export const markdown = inputRules({
  rules: [
    wrappingInputRule(/^\s*[-*]\s$/, bullet_list),
    wrappingInputRule(/^(\d{1,9})\.\s$/, ordered_list, ([, start]) => ({ start: Number(start) })),
    textblockTypeInputRule(/^(#{1,3})\s$/, heading, ([, marks]) => ({ level: marks!.length })),
    wrappingInputRule(/^\s*>\s$/, blockquote),
  ],
})
