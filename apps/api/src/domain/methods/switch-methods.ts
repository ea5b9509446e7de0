import type { Ctx } from '../../context.ts';
import { methodStops } from './queries.ts';

/** Methods that are off: since when, by whom, why, and the next try. */
export const listMethodStops = (ctx: Pick<Ctx, 'db'>) => ctx.db.many(methodStops);
