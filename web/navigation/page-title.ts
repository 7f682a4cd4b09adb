/** The id of the page's heading, which labels the parts that concern the whole page. */
export const PAGE_TITLE = 'page-title'
