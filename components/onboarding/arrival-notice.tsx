import { ArrowRight } from 'lucide-react'
import Link from 'next/link'
import { navHref } from '@/components/shell/nav-items'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'

type ArrivalNoticeProps = {
  project: string
  /** The newest run, null while none has come. */
  runId: string | null
}

/** Waits for the first run in plain sight, and leads to it. */
export function ArrivalNotice({ project, runId }: ArrivalNoticeProps) {
  return (
    <div aria-live="polite">
      {runId === null ? (
        <p className="flex items-center gap-3 rounded-md border border-line-strong border-dashed px-3 py-3 text-ink-2 text-sm">
          <span className="size-2 shrink-0 animate-pulse rounded-full bg-accent" aria-hidden />
          Waiting for a run. This page notices by itself.
        </p>
      ) : (
        <Notice
          tone="pass"
          title="The first run is here, and scored."
          className="animate-arrive"
          action={
            <Button asChild variant="primary" size="sm">
              <Link href={navHref(project, `/runs/${runId}`)}>
                Open it
                <ArrowRight aria-hidden />
              </Link>
            </Button>
          }
        />
      )}
    </div>
  )
}
