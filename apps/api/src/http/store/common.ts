import { signTimestamp } from '@webpay/contract/sign';
import { CALL_PATHS } from '@webpay/contract/paths';
import { configsOf } from '../../domain/projects/configs.ts';
import { textIn } from '../../domain/projects/texts.ts';
import { Refusal } from '../../errors.ts';
import { isSigned } from './check-call.ts';
import { answer, serve, type StoreRoutes } from './route.ts';

/** Heartbeat, configuration, regions and servers, which need no player. */
export function registerCommonCalls(routes: StoreRoutes): void {
  const { app, ctx } = routes;

  app.get<{ Querystring: Record<string, unknown> }>(
    CALL_PATHS.heartbeat.path,
    async (request, reply) => {
      await answer(ctx, reply, request, () => {
        const { timestamp, sign } = request.query;
        if (timestamp !== undefined && sign !== undefined) {
          const isSignedWith = (secret: string) =>
            typeof timestamp === 'string' && sign === signTimestamp(timestamp, secret);
          if (!isSigned(ctx, isSignedWith)) throw new Refusal('PARAMETER_ERROR');
        }
        return {};
      });
      return reply;
    },
  );
  serve(routes, {
    configs: (_ctx, { project, lang, input, served }) =>
      configsOf(project, lang, served(input.country ?? null), ctx.config.apiHosts),
    regions: (_ctx, { project, lang }) =>
      project.regions.map(({ pr_id, name }) => {
        return { pr_id, name: textIn(name, lang, project.lang_default) };
      }),
    servers: (_ctx, { project, lang }) =>
      [...project.servers.values()].map(({ server_id, pr_id, name, state }) => {
        return { server_id, pr_id, name: textIn(name, lang, project.lang_default), state };
      }),
  });
}
