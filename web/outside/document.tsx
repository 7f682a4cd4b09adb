import { DocumentPage } from './document-page'
import { mount, partOfAddress } from './mount'

mount(<DocumentPage name={partOfAddress()} />)
