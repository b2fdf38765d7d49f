'use client'

import { useQuery } from '@tanstack/react-query'
import { Copy, Download, Link2 } from 'lucide-react'
import { LoadProblem } from '@/components/domain-ui/load-problem'
import { MarkdownText } from '@/components/domain-ui/markdown-text'
import { Button } from '@/components/ui/button'
import { CodeBlock } from '@/components/ui/code-block'
import { copyText } from '@/components/ui/copy-text'
import { saveText } from '@/components/ui/save-text'
import { SkeletonRows } from '@/components/ui/skeleton'
import { toast } from '@/components/ui/toast'
import { shellWord } from '@/lib/presentation/format/text'
import { queryOf } from '@/lib/queries/query-of'

/** Subject of a brief: exactly one of the three. */
export type BriefSubject = { run: string } | { gate: string } | { failureGroup: string }

/** Preview of a brief, with buttons to copy and download it. */
export function BriefPreview({ project, subject }: { project: string; subject: BriefSubject }) {
  const {
    data: brief,
    error,
    refetch,
  } = useQuery({ ...queryOf('GET /api/v1/briefs', subject, { project }), staleTime: 0 })
  if (error && !brief)
    return <LoadProblem compact title="The brief could not be loaded" error={error} onRetry={() => refetch()} />
  if (!brief) return <SkeletonRows rows={8} />
  const [own] = brief.links
  const copy = async (text: string, message: string) => {
    if (await copyText(text)) toast.success(message)
    else toast.error('The browser did not allow copying. Download it instead.')
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          icon={<Copy aria-hidden />}
          onClick={() => void copy(brief.markdown, 'Copied as Markdown')}
        >
          Copy Markdown
        </Button>
        <Button icon={<Download aria-hidden />} onClick={() => saveText(brief.filename, brief.markdown)}>
          Download
        </Button>
        {own && (
          <Button icon={<Link2 aria-hidden />} onClick={() => void copy(own.url, 'Link copied')}>
            Copy link
          </Button>
        )}
      </div>
      <section
        aria-label="The brief"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable by keyboard
        tabIndex={0}
        className="max-h-[46dvh] overflow-y-auto rounded-md border bg-paper px-4 py-3"
      >
        <MarkdownText text={brief.markdown} className="[&_pre]:whitespace-pre-wrap [&_pre]:break-words" />
      </section>
      <CodeBlock title="For an agent" code={fetchLines(subject)} wrap />
    </div>
  )
}

/** Returns the CLI command and MCP call that fetch the same brief. */
function fetchLines(subject: BriefSubject): string {
  const [field = '', id = ''] = Object.entries(subject)[0] ?? []
  const flag = field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  return `veritas brief --${flag} ${shellWord(id)}\n# or over MCP: get_brief ${JSON.stringify(subject)}`
}
