// What of the comments on a run is loaded after its page.
export { CommentForm } from './comment-form'
export { EarlierComments } from './earlier-comments'
