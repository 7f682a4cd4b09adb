import { partOfAddress } from './address'
import { mount } from './mount'
import { ResetPage } from './reset-page'

// The server says in the page which generation of the call sets the password.
const isThird = document.querySelector('meta[name="tocsin:token-mobile-v3"]') !== null

mount(<ResetPage token={partOfAddress()} isThird={isThird} />)
