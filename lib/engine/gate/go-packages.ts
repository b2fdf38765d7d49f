/**
 * Whether `go test` with these package arguments, in `folder`, tests the package of `path`, a file or a folder. A package is not those
 * below it, unless it ends in `/...`; without arguments only that of the folder is tested.
 */
export function testsPackage(packages: readonly string[], folder: string, path: string): boolean {
  const wanted = plain(path.endsWith('.go') ? path.split('/').slice(0, -1).join('/') : path)
  // The repository of an absolute folder is unknown: it may be that folder, or one above it.
  const folders = folder.startsWith('/') ? ['', folder] : [folder]
  return (packages.length > 0 ? packages : ['.']).some((argument) => {
    const isDeep = /(?:^|\/)\.{3}$/.test(argument)
    const own = argument.replace(/\/?\.{3}$/, '')
    return folders.some((at) => {
      const tested = plain([at, plain(own)].filter(Boolean).join('/'))
      return isSame(tested, wanted) || (isDeep && isBelow(tested, wanted))
    })
  })
}

/** A package may be named by its module: `example.com/app/pkg`. */
function isSame(tested: string, wanted: string): boolean {
  if (tested === '' || wanted === '') return tested === wanted
  return `/${tested}`.endsWith(`/${wanted}`) || `/${wanted}`.endsWith(`/${tested}`)
}

function isBelow(tested: string, wanted: string): boolean {
  const parts = tested.split('/')
  return tested === '' || parts.some((_, at) => `${wanted}/`.startsWith(`${parts.slice(at).join('/')}/`))
}

/** Removes what only stands for the folder itself: `./`, `/.`, a slash at the end. */
function plain(path: string): string {
  return path
    .replaceAll('\\', '/')
    .replace(/(?:^|(?<=\/))\.(?:\/|$)/g, '')
    .replace(/\/+$/, '')
}
