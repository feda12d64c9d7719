"""Against the real service on simulated hubs: started by `sdks/real-service.test.ts`."""

from __future__ import annotations

import asyncio
import os

from service_client import (
    AsyncCompute,
    AuthenticationError,
    BadRequestError,
    Compute,
    DeploymentFailedError,
    NotFoundError,
    QuotaExceededError,
)


def synchronous() -> None:
    with Compute() as compute:
        plan = compute.plan(gpu_type="h100", count=2, region=["se", "eu"], image="sim/ok")
        assert (plan.outcome, plan.hub) == ("start", "se-north-1")
        deployment = compute.deploy_and_wait(
            gpu_type="h100", count=2, region=["se", "eu"], image="sim/ok", env={"A": "x"}
        )
        assert (deployment.status, deployment.gpu_nodes, deployment.env) == ("running", 1, ["A"])
        name = deployment.deployment_id
        lines = compute.deployments.logs(name, follow=True)
        assert "simulated" in next(lines).text
        assert compute.deployments.stop(name).status == "stopped"
        list(lines)  # until the deployment has ended
        assert compute.deployments.get(name).reason == "user"
        assert len(list(compute.deployments.events(name, limit=2))) > 2
        assert compute.deployments.metrics(name).deployment_id == name
        feed = list(compute.events.list(deployment_id=[name], limit=2))
        assert [event.type for event in feed][-1] == "stopped"
        rest = compute.events.follow(deployment_id=[name], cursor=feed[0].cursor)
        assert [next(rest) for _ in feed[1:]] == feed[1:]
        assert name in [used.deployment_id for used in compute.usage.deployments()]
        assert compute.metrics.get().by_status.failing_over.gpus == 0
        assert compute.deployments.delete(name) is None
        try:
            compute.deployments.get(name)
            raise AssertionError("it is still there")
        except NotFoundError as error:
            assert error.request_id and error.code == "not-found"
        try:
            compute.deploy(gpu_type="Z9", image="sim/ok")
            raise AssertionError("there is no such GPU")
        except BadRequestError as error:
            assert error.details[0].path == "body.gpu_type"
        try:
            compute.deploy_and_wait(gpu_type="H100", image="sim/missing")
            raise AssertionError("there is no such image")
        except DeploymentFailedError as error:
            assert error.deployment.status == "failed"
        try:
            Compute(api_key="svc_unknown").hubs.list().first()
            raise AssertionError("there is no such key")
        except AuthenticationError as error:
            assert error.status == 401


def without_hours() -> None:
    key, url = os.environ["USED_UP_API_KEY"], os.environ["USED_UP_BASE_URL"]
    with Compute(api_key=key, base_url=url) as compute:
        try:
            compute.deploy(gpu_type="H100", image="sim/ok")
            raise AssertionError("it has no GPU-hours")
        except QuotaExceededError as error:
            assert error.status == 403 and not error.retryable


async def asynchronous() -> None:
    async with AsyncCompute() as compute:
        asked = [compute.deploy(gpu_type="H100", image="sim/ok", wait_seconds=0) for _ in range(3)]
        made = {one.deployment_id for one in await asyncio.gather(*asked)}
        listed = [one.deployment_id async for one in compute.deployments.list(limit=2)]
        assert set(listed[:3]) == made
        hubs = (await compute.hubs.list(region="se", gpu_type="H100").first()).hubs
        assert (await compute.hubs.get(hubs[0].hub)).country == "SE"
        assert "nordics" in [one.region async for one in compute.regions.list(limit=2)]
        prices = [one async for one in compute.pricing.list()]
        assert prices[0].lowest_usd_per_gpu_hour and prices[0].lowest_usd_per_gpu_hour >= 1.4
        intensity = await compute.carbon.get("SE")
        assert intensity.carbon_intensity_gco2_kwh > 0 and intensity.renewable_percentage
        assert len((await compute.carbon.forecast("SE", hours=6)).hours) == 6
        again = [
            await compute.deploy(
                gpu_type="H100", image="sim/ok", wait_seconds=0, idempotency_key="python"
            )
            for _ in range(2)
        ]
        assert again[0].deployment_id == again[1].deployment_id


if __name__ == "__main__":
    synchronous()
    without_hours()
    asyncio.run(asynchronous())
