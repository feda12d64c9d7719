//! Against the real service on simulated hubs: started by `sdks/real-service.test.ts`.

use service_client::{Compute, DeployRequest, DeploymentStatus, Error, ErrorKind, Result};

fn simulated() -> DeployRequest {
    DeployRequest::new("H100", "sim/ok")
}

#[tokio::test]
#[ignore = "needs a running service"]
async fn a_deployment_is_planned_deployed_followed_stopped_measured_and_deleted() -> Result<()> {
    let compute = Compute::from_env()?;
    let request = simulated().count(2).region(["se", "eu"]).carbon_aware(true).env("API_MODE", "x");
    let plan = compute.plan(&request).await?;
    assert_eq!((plan.outcome.as_str(), plan.hub.as_deref()), ("start", Some("se-north-1")));

    let deployment = compute.deploy_and_wait(&request).await?;
    assert_eq!(deployment.status, DeploymentStatus::Running);
    assert_eq!((deployment.gpu_nodes, &deployment.env[..]), (1, &["API_MODE".to_owned()][..]));
    let id = deployment.deployment_id.as_str();
    let deployments = compute.deployments();

    let mut lines = deployments.logs(id).follow(true).stream();
    assert!(lines.next().await.unwrap()?.text.contains("simulated"));
    assert_eq!(deployments.stop(id).await?.status, DeploymentStatus::Stopped);
    lines.all().await?; // until the deployment has ended

    assert_eq!(deployments.get(id).await?.reason.unwrap().as_str(), "user");
    assert!(deployments.events(id).limit(2).all().await?.len() > 2);
    assert_eq!(deployments.metrics(id).await?.deployment_id, id);
    let listed = compute.events().list().deployment_id([id]).limit(2).all().await?;
    assert_eq!(listed.last().unwrap().kind, "stopped");
    let mut followed =
        compute.events().follow().deployment_id([id]).cursor(listed[0].cursor.as_str()).stream();
    for event in &listed[1..] {
        assert_eq!(followed.next().await.unwrap()?, *event);
    }
    let used = compute.usage().deployments().all().await?;
    assert!(used.iter().any(|used| used.deployment_id == id));
    assert_eq!(compute.metrics().await?.by_status.failing_over.gpus, 0);
    assert!(deployments.delete(id).await?.is_none());
    assert_eq!(deployments.get(id).await.unwrap_err().kind(), Some(ErrorKind::NotFound));
    Ok(())
}

#[tokio::test]
#[ignore = "needs a running service"]
async fn deployments_are_listed_by_pages_and_one_key_deploys_once() -> Result<()> {
    let compute = Compute::from_env()?;
    let request = simulated().wait_seconds(0);
    let mut made = Vec::new();
    for _ in 0..3 {
        made.push(compute.deploy(&request).idempotency_key("one").await?.deployment_id);
        made.push(compute.deploy(&request).await?.deployment_id);
    }
    made.sort();
    made.dedup();
    assert_eq!(made.len(), 4);
    let list = || compute.deployments().list().limit(2);
    assert!(list().first().await?.next_cursor.is_some());
    let mut items = list().items();
    let mut listed = Vec::new();
    while let Some(deployment) = items.next().await {
        listed.push(deployment?.deployment_id);
    }
    assert!(made.iter().all(|id| listed.contains(id)));
    Ok(())
}

#[tokio::test]
#[ignore = "needs a running service"]
async fn hubs_regions_prices_and_carbon_are_read() -> Result<()> {
    let compute = Compute::from_env()?;
    let hubs = compute.hubs().list().region("se").gpu_type("H100").all().await?;
    assert_eq!(compute.hubs().get(&hubs[0].hub).await?.country, "SE");
    let regions = compute.regions().list().limit(2).all().await?;
    assert!(regions.iter().any(|region| region.region == "nordics"));
    assert!(compute.pricing().list().all().await?[0].lowest_usd_per_gpu_hour.unwrap() >= 1.4);
    let intensity = compute.carbon().get("SE").await?;
    assert!(intensity.carbon_intensity_gco2_kwh > 0.0 && intensity.renewable_percentage.unwrap() > 50.0);
    assert_eq!(compute.carbon().forecast("SE").hours(6).await?.hours.len(), 6);
    Ok(())
}

#[tokio::test]
#[ignore = "needs a running service"]
async fn refusals_are_errors_by_kind() -> Result<()> {
    let compute = Compute::from_env()?;
    let unknown = compute.deploy(&DeployRequest::new("Z9", "sim/ok")).await.unwrap_err();
    let refusal = unknown.refusal().unwrap();
    assert_eq!((refusal.kind, refusal.status), (ErrorKind::BadRequest, 400));
    assert_eq!(refusal.details[0].path, "body.gpu_type");
    assert!(refusal.request_id.as_ref().unwrap().starts_with("req_"));

    let failing = compute.deploy_and_wait(&DeployRequest::new("H100", "sim/missing")).await;
    assert!(matches!(failing, Err(Error::DeploymentFailed(_))));
    let stranger = Compute::builder().api_key("svc_unknown").build()?;
    let refused = stranger.hubs().list().first().await.unwrap_err();
    assert_eq!(refused.kind(), Some(ErrorKind::Authentication));
    Ok(())
}

#[tokio::test]
#[ignore = "needs a running service"]
async fn a_company_without_gpu_hours_is_refused_and_asks_once() -> Result<()> {
    let given = |name: &str| std::env::var(name).unwrap();
    let compute =
        Compute::builder().api_key(given("USED_UP_API_KEY")).base_url(given("USED_UP_BASE_URL")).build()?;
    let refused = compute.deploy(&simulated()).await.unwrap_err();
    assert_eq!(refused.kind(), Some(ErrorKind::QuotaExceeded));
    assert!(!refused.is_retryable());
    Ok(())
}
