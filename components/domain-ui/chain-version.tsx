type ChainVersionProps = { chain: string; version: string; versionClass?: string }

/** "support-triage@1.1.0". Each name is isolated, so that one with direction marks cannot reorder the other. */
export function ChainVersion({ chain, version, versionClass }: ChainVersionProps) {
  return (
    <>
      <bdi>{chain}</bdi>
      <span className={versionClass}>
        @<bdi>{version}</bdi>
      </span>
    </>
  )
}
