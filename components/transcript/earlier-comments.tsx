import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'next/navigation'
import { useEffect } from 'react'
import { ShowMore } from '@/components/ui/show-more'
import type { CommentView } from '@/lib/contracts/comments'
import type { OutputAt } from '@/lib/contracts/targets'
import { formatCount } from '@/lib/presentation/format/number'
import { pagesOf } from '@/lib/queries/query-of'

type OfRun = { project: string; runId: string }
type Newest = OutputAt<'GET /api/v1/comments'>
/** Is given the loaded comments before the newest, oldest first. */
type OnOlder = (comments: readonly CommentView[]) => void

type EarlierCommentsProps = OfRun & { comments: { newest: Newest | undefined; setOlder: OnOlder } }

/** The comments before the newest of a run, on demand. */
export function EarlierComments({ comments: { newest, setOlder }, ...of }: EarlierCommentsProps) {
  return newest && <Earlier {...of} newest={newest} onOlder={setOlder} />
}

type EarlierProps = OfRun & { newest: Newest; onOlder: OnOlder }

/** Loads them page by page; at once as far as one that the address names. */
function Earlier({ project, runId, newest, onOlder }: EarlierProps) {
  const list = useInfiniteQuery({
    ...pagesOf('GET /api/v1/comments', { runId }, { project }),
    initialData: { pages: [newest], pageParams: [undefined] },
  })
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = list
  const first = newest.comments[0]?.id ?? ''
  const wanted = useCommentInAddress()
  const oldest = data.pages.at(-1)?.comments[0]?.id ?? first
  const isMissing = wanted !== null && wanted < oldest && hasNextPage && !isFetchNextPageError
  useEffect(() => {
    if (isMissing && !isFetching) void fetchNextPage({ cancelRefetch: false })
  }, [isMissing, isFetching, fetchNextPage])
  useEffect(() => {
    // Those on the way to a comment are shown with it: thousands would be drawn again with each page.
    if (isMissing) return
    const comments = data.pages.toReversed().flatMap((page) => page.comments)
    // Ids are in order of time. The newest may have been read at another moment.
    onOlder(comments.filter(({ id }) => id < first))
  }, [isMissing, data, first, onOlder])
  // There may be none before the newest any more.
  useEffect(() => () => onOlder([]), [onOlder])
  const earlier = data.pages.at(-1)?.earlier ?? 0
  return (
    <div className="mt-2 text-ink-3 text-xs">
      {earlier > 0 && (
        <p className="mb-1">Of all comments on this run, the first {formatCount(earlier)} are not shown.</p>
      )}
      <ShowMore
        noun="comments"
        list={list}
        rows={data.pages.reduce((sum, page) => sum + page.comments.length, 0)}
        size="sm"
      >
        Show earlier comments
      </ShowMore>
    </div>
  )
}

/** Id of the comment that the address leads to; null for none. */
function useCommentInAddress(): string | null {
  // Renders again for an address on the same page that differs only in what follows its #.
  useSearchParams()
  return /^#comment-(.+)$/.exec(window.location.hash)?.[1] ?? null
}
