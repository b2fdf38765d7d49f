'use client'

import { LatePageProblem } from '@/components/shell/late-page-problem'
import type { PageProblemProps } from '@/components/shell/page-problem'

export default function ErrorPage(props: PageProblemProps) {
  return <LatePageProblem {...props} />
}
