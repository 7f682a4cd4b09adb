import { mount } from './mount'
import { Thanks } from './thanks'

mount(<Thanks />)
