/**
 * Rooms with doors, enforced. A **feature** is a folder directly under a package's `src`; a **room** is a folder inside
 * a feature.
 *
 * - Within a package, others import a feature's front (`lists/lists.ts`) or its `model/`, nothing else.
 * - From another package, rooms are private: files of the feature's own folder and its `model/` may be imported.
 * - Features of a package never import each other in a cycle, nor do the rooms of a feature. Types count.
 *
 * Tests, benchmarks, training and tools import what they like.
 */

import { isFront, isModel, isTest, type Place, placeOf, resolveImport, type SourceFile } from './source-paths.ts'
import { importsOf } from './source-text.ts'

type Arrow = { from: string; to: string; at: Place; target: Place }

export function closedDoors(files: readonly SourceFile[]): string[] {
  return arrowsBetweenPlaces(files).flatMap((arrow) => doorFault(arrow) ?? [])
}

function doorFault({ from, to, at, target }: Arrow): string | undefined {
  if (target.feature === '' || isModel(to)) return undefined
  if (at.package !== target.package) {
    if (target.room === '') return undefined
    return `${from} imports ${to}: ${target.feature}/${target.room}/ is private to its package, import a file of ${target.feature}/`
  }
  if (at.feature === target.feature || (isFront(to) && target.room === '')) return undefined
  return `${from} imports ${to}: import ${target.feature}/${target.feature}.ts or its model/`
}

/** Each cycle once, as the features (`reputation/server: a, b`) or rooms that are in it. */
export function cycles(files: readonly SourceFile[]): string[] {
  const features = new Map<string, Set<string>>()
  const rooms = new Map<string, Set<string>>()
  for (const { at, target, from, to } of arrowsBetweenPlaces(files)) {
    if (at.package !== target.package || at.feature === '' || target.feature === '') continue
    if (at.feature !== target.feature) connect(features, featureOf(at), featureOf(target))
    else if (roomOf(at, from) !== roomOf(target, to)) connect(rooms, roomOf(at, from), roomOf(target, to))
  }
  const roomCycles = knots(rooms).filter((knot) => knot.some((name) => !name.endsWith('.ts')))
  return [...knots(features), ...roomCycles].map((knot) => `a cycle of imports: ${knot.sort().join(', ')}`)
}

const featureOf = (place: Place): string => `${place.package}/src/${place.feature}`
/** A file in the feature's own folder stands for itself, so that a front may know the rooms behind it. */
const roomOf = (place: Place, path: string): string => (place.room === '' ? path : `${featureOf(place)}/${place.room}`)

function arrowsBetweenPlaces(files: readonly SourceFile[]): Arrow[] {
  return files
    .filter(({ path }) => !isTest(path) && !/^(?:benchmarks|tools)\/|\/training\//.test(path))
    .flatMap(({ path, text }) => {
      const at = placeOf(path)
      if (!at) return []
      return importsOf(text).flatMap(({ specifier }) => {
        const to = resolveImport(path, specifier)
        const target = to === undefined ? undefined : placeOf(to)
        return to !== undefined && target ? [{ from: path, to, at, target }] : []
      })
    })
}

function connect(graph: Map<string, Set<string>>, from: string, to: string): void {
  for (const name of [from, to]) if (!graph.has(name)) graph.set(name, new Set())
  graph.get(from)?.add(to)
}

/** The strongly connected components of more than one node (Tarjan 1972). */
function knots(graph: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const order = new Map<string, number>()
  const stack: string[] = []
  const found: string[][] = []
  const visit = (node: string): number => {
    const number = order.size
    order.set(node, number)
    stack.push(node)
    let low = number
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) low = Math.min(low, visit(next))
      else if (stack.includes(next)) low = Math.min(low, order.get(next) ?? low)
    }
    if (low === number) {
      const knot = stack.splice(stack.indexOf(node))
      if (knot.length > 1) found.push(knot)
    }
    return low
  }
  for (const node of graph.keys()) if (!order.has(node)) visit(node)
  return found
}
