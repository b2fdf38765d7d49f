'use client'

import { CodeBlock } from '@/components/ui/code-block'
import { useOrigin } from '@/components/ui/use-origin'
import { ORIGIN_PLACEHOLDER } from './curl-of'

/** A command for the desk this page came from. */
export function OriginCode({ code, title }: { code: string; title: string }) {
  return <CodeBlock title={title} code={code.replaceAll(ORIGIN_PLACEHOLDER, useOrigin())} />
}
