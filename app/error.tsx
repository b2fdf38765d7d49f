'use client'

import { BarePage } from '@/components/shell/bare-page'
import { LatePageProblem } from '@/components/shell/late-page-problem'
import type { PageProblemProps } from '@/components/shell/page-problem'
import { buttonClass } from '@/components/ui/button-class'

/** In place of a page outside of a project that failed. */
export default function ErrorPage(props: PageProblemProps) {
  const link = (
    <a href="/" className={buttonClass()}>
      Go to your projects
    </a>
  )
  return (
    <BarePage>
      <LatePageProblem {...props} link={link} />
    </BarePage>
  )
}
