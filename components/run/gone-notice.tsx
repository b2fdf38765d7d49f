import { Notice } from '@/components/ui/notice'

/** Notice that the run on this page can no longer be read. */
export function GoneNotice() {
  return (
    <Notice tone="review" className="mb-6" title="This run is gone">
      It was deleted, or you no longer belong to the project. What is shown is from before and takes no more verdicts or
      comments.
    </Notice>
  )
}
