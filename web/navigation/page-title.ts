/** The id of the heading of the page, which names what is about all of it. */
export const PAGE_TITLE = 'page-title'
