import { partOfAddress } from './address'
import { readDocument } from './document-calls'

const name = partOfAddress()
// The document is on its way while the page is still being loaded.
const first = readDocument(name)

void import('./document-page').then(({ showDocument }) => showDocument(name, first))
first.catch(() => {})
