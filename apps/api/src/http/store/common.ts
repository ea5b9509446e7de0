import { signTimestamp } from '@webpay/contract/sign';
import { CALL_PATHS } from '@webpay/contract/paths';
import { configsOf } from '../../domain/projects/configs.ts';
import { textIn } from '../../domain/projects/texts.ts';
import { Refusal } from '../../errors.ts';
import { answer, route, type StoreRoutes } from './route.ts';

/** Heartbeat, configuration, regions and servers, which need no player. */
export function registerCommonCalls(routes: StoreRoutes): void {
  const { app, ctx } = routes;

  app.get<{ Querystring: Record<string, unknown> }>(
    CALL_PATHS.heartbeat.path,
    async (request, reply) => {
      await answer(ctx, reply, request, () => {
        const { timestamp, sign } = request.query;
        if (timestamp !== undefined && sign !== undefined) {
          const isSigned =
            typeof timestamp === 'string' &&
            sign === signTimestamp(timestamp, ctx.config.signSecret);
          if (!isSigned) throw new Refusal('PARAMETER_ERROR');
        }
        return {};
      });
      return reply;
    },
  );

  route(routes, 'configs', (_ctx, call) =>
    configsOf(call.project, call.lang, call.input.country ?? call.countryHint, ctx.config.apiHosts),
  );

  route(routes, 'regions', (_ctx, { project, lang }) =>
    project.regions.map((region) => ({
      pr_id: region.pr_id,
      name: textIn(region.name, lang, project.lang_default),
    })),
  );

  route(routes, 'servers', (_ctx, { project, lang }) =>
    [...project.servers.values()].map((server) => ({
      server_id: server.server_id,
      pr_id: server.pr_id,
      name: textIn(server.name, lang, project.lang_default),
      state: server.state,
    })),
  );
}
