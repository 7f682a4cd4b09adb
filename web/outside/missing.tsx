import { mount } from './mount'
import { NotFound } from './not-found'

mount(<NotFound />)
