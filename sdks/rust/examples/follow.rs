//! Prints what a deployment writes until it ends: `cargo run --example follow -- dep_…`
//!
//! Twelve retries bridge a minute without the service, such as a restart.

use service_client::{Compute, Result};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let id = std::env::args().nth(1).unwrap_or_default();
    let compute = Compute::builder().max_retries(12).build()?;
    let mut lines = compute.deployments().logs(&id).follow(true).stream();
    while let Some(line) = lines.next().await {
        println!("{}", line?.text);
    }
    Ok(())
}
